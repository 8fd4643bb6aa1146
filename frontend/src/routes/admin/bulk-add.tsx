import { useNavigate } from 'react-router'
import { BulkImport } from '../../features/bulk-import/bulk-import.tsx'

export default function BulkAdd() {
  const navigate = useNavigate()
  return <BulkImport onClose={() => void navigate('/admin/questions/unified')} />
}
