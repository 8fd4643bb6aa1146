import { lockIntrinsics } from './lock.js'
import { loadLibrary } from './report.js'

/** Runs a challenge's files with the library that the parent page sent, in the page or in a worker. */
export async function runModules(request, send) {
  const library = loadLibrary(request.library)
  lockIntrinsics()
  send({ type: 'started' })
  await library.run(request, send)
}
