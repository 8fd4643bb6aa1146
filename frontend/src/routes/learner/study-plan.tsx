export { StudyPlan as default } from '../../features/study-plans/study-plan.tsx'
