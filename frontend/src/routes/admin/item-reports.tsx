export { ItemReports as default } from '../../features/reports/item-reports.tsx'
