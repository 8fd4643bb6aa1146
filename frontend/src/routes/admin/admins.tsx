export { Admins as default } from '../../features/users/admins.tsx'
