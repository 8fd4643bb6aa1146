import { STORAGE_KEYS } from '../../shared/constants.ts'
import { storage } from '../../shared/storage.ts'

/** One redirect is tried, no more: whatever is wrong, the browser must not go round in circles. */
export const redirectFlag = {
  isSet: () => storage.read(STORAGE_KEYS.adminRedirectAttempted) === 'true',
  set: () => storage.write(STORAGE_KEYS.adminRedirectAttempted, 'true'),
  clear: () => storage.remove(STORAGE_KEYS.adminRedirectAttempted),
}
