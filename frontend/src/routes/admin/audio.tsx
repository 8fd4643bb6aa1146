export { AudioManager as default } from '../../features/audio-manager/audio-manager.tsx'
