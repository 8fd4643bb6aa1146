export { Guide as default } from '../../features/library/guide.tsx'
