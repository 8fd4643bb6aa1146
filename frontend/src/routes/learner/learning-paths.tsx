export { LearningPaths as default } from '../../features/learning-paths/learning-paths.tsx'
