export { Resources as default } from '../../features/library/resources.tsx'
