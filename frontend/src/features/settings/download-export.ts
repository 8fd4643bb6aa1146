import { learnerApi } from '../../shared/api/client.ts'
import { EXPORT_TIMEOUT } from '../../shared/constants.ts'

/** Fetched rather than linked to: a link would save the server's refusal as if it were the archive. */
export async function downloadExport(): Promise<void> {
  const archive = await learnerApi.file('/api/users/me/export', { timeout: EXPORT_TIMEOUT })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(archive)
  link.download = `rehearse-${new Date().toISOString().slice(0, 10)}.zip`
  link.click()
  URL.revokeObjectURL(link.href)
}
