export { Bookmarks as default } from '../../features/bookmarks/bookmarks.tsx'
