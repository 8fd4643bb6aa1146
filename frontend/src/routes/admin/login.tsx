export { LoginForm as default } from '../../features/admin-session/login-form.tsx'
