import { page } from '../../routes/learner/page.tsx'

export const Chart = () => page
