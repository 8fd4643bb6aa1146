export { Reported as default } from '../../features/reports/reported.tsx'
