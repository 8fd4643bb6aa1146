export { LearnerPage as default } from '../../features/users/learner-page.tsx'
