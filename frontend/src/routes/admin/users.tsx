export { Learners as default } from '../../features/users/learners.tsx'
