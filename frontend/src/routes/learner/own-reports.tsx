export { OwnReports as default } from '../../features/own-reports/own-reports.tsx'
