import { page } from '../../app/shell.tsx'

export const Chart = () => page
