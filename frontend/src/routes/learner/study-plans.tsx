export { StudyPlans as default } from '../../features/study-plans/study-plans.tsx'
