export { Settings as default } from '../../features/settings/settings.tsx'
