import { useSearchParams } from 'react-router'
import { useFragmentToken } from '../../shared/fragment-token.ts'
import { EraseByLink } from './erase-by-link.tsx'
import { Receipt } from './receipt.tsx'

/** Where the mailed link leads, and afterwards what came of it: the receipt is in the address, to be kept. */
export function EraseAccount() {
  const [query] = useSearchParams()
  const code = useFragmentToken()
  const receipt = query.get('receipt')
  return receipt ? <Receipt id={receipt} /> : <EraseByLink code={code} />
}
