export { Dashboard as default } from '../../features/progress/dashboard.tsx'
