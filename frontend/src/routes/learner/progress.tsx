export { ProgressPage as default } from '../../features/progress/progress-page.tsx'
