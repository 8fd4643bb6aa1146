import { shell } from '../../app/shell.tsx'

export const page = shell
