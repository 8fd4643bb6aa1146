export { Coverage as default } from '../../features/reports/coverage.tsx'
