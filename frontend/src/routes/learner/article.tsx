export { Article as default } from '../../features/library/article.tsx'
