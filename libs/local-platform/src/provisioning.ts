export { changeSuperuserPassword, databaseAddresses, provisionDatabase } from './provision.ts'
export { secretFile } from './secret-file.ts'
