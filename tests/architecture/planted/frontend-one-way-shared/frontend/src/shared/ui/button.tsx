import { Chart } from '../../features/dashboard/chart.tsx'

export const Button = () => Chart()
