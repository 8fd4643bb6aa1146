export { ResetAdminPassword as default } from '../../features/admin-session/account/reset-admin-password.tsx'
