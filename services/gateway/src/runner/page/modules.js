import { lockIntrinsics } from './lock.js'
import { captureConsole } from './report.js'

/** Runs a challenge's files with the library that the parent page sent, in the page or in a worker. */
export async function runModules(request, send) {
  const library = new Function(`'use strict'\n${request.library}\nreturn challengeLibrary`)()
  lockIntrinsics()
  captureConsole(send, library.runningTest)
  send({ type: 'started' })
  await library.run(request, send)
}
