export { Welcome as default } from '../../features/welcome/welcome.tsx'
