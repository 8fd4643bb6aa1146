export { Jobs as default } from '../../features/library/jobs.tsx'
