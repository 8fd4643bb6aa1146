export { CheatSheets as default } from '../../features/library/cheat-sheets.tsx'
