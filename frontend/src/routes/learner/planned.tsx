export { Planned as default } from '../../features/library/planned.tsx'
