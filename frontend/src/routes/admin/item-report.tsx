export { ItemPage as default } from '../../features/reports/item-page.tsx'
