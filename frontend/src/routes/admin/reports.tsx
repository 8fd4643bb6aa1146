export { Activity as default } from '../../features/reports/activity.tsx'
