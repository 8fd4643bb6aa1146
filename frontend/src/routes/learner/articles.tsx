export { Articles as default } from '../../features/library/articles.tsx'
