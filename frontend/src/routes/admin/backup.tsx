export { BackupsPage as default } from '../../features/backups/backups-page.tsx'
