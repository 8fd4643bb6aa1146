export { PracticeHub as default } from '../../features/practice/practice-hub.tsx'
