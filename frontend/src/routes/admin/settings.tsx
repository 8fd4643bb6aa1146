export { PlatformSettings as default } from '../../features/platform/platform-settings.tsx'
