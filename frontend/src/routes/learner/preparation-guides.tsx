export { Guides as default } from '../../features/library/guides.tsx'
