export { EraseAccount as default } from '../../features/erasure/erase-account.tsx'
