import { Chart } from '../dashboard/chart.tsx'

export const Practice = () => Chart()
