export { AdminAccount as default } from '../../features/admin-session/account/admin-account.tsx'
