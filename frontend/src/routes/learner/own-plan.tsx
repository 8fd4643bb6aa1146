export { OwnPlanPage as default } from '../../features/study-plans/own-plan-page.tsx'
