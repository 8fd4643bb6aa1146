export { AdminDashboard as default } from '../../features/admin-dashboard/admin-dashboard.tsx'
