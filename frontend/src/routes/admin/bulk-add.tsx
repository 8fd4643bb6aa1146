export { BulkImportPage as default } from '../../features/bulk-import/bulk-import.tsx'
