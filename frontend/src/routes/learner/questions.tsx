export { Practice as default } from '../../features/practice/practice.tsx'
