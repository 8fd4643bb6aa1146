export { config } from '../../../services/media/src/config.ts'
