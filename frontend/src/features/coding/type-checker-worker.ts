import type { ChallengeKind } from '@rehearse/contracts'
import type { FileText, TypeCheckerCall, TypeCheckerResponse } from './type-checker.ts'
import {
  createTypeService,
  needsPage,
  type TypeLibraries,
  type TypeService,
  transpileFiles,
} from './type-service.ts'

let service: TypeService | null = null
let libraries: TypeLibraries | null = null
let kind: ChallengeKind = 'typescript'
let hasPage = false

/** Checks a small file of each sort, so that the libraries are bound before the learner waits for it. */
const samples: Record<'worker' | 'page', FileText> = {
  worker: {
    path: 'warm-up.ts',
    text: 'const list = [1, 2].map((n) => n.toFixed(1))\nexport const all = new Map(list.map((s) => [s, Promise.resolve(s)]))\nconsole.log([...all])\n',
  },
  page: {
    path: 'warm-up.tsx',
    text: 'import { useState } from \'react\'\nexport default function App() {\n  const [n, setN] = useState(0)\n  return <button type="button" onClick={(event) => setN(n + event.detail)} className="a">{n}</button>\n}\n',
  },
}

const update = (files: readonly FileText[]): TypeService => {
  if (libraries === null) throw new Error('start the type checker first')
  const wantsPage = kind === 'react' || needsPage(files)
  if (service === null || wantsPage !== hasPage) {
    service?.close()
    hasPage = wantsPage
    service = createTypeService(libraries, wantsPage)
    service.update([samples[wantsPage ? 'page' : 'worker']])
    service.check()
  }
  service.update(files)
  return service
}

async function answer(call: TypeCheckerCall): Promise<unknown> {
  switch (call.method) {
    case 'start': {
      const [url, ofKind, files] = call.values
      kind = ofKind
      const response = await fetch(url)
      if (!response.ok) throw new Error(`the types did not load: ${response.status}`)
      libraries = await response.json()
      update(files)
      return null
    }
    case 'update':
      update(call.values[0])
      return null
    case 'diagnostics':
      return service?.diagnostics(call.values[0])
    case 'completions':
      return service?.completions(...call.values)
    case 'hover':
      return service?.hover(...call.values)
    case 'check':
      return update(call.values[0]).check()
    case 'transpile':
      return transpileFiles(call.values[0])
  }
}

const respond = (response: TypeCheckerResponse) => postMessage(response)

addEventListener('message', async ({ data }: MessageEvent<TypeCheckerCall>) => {
  try {
    respond({ result: await answer(data) })
  } catch (error) {
    respond({ error: String(error) })
  }
})
