import { says, startModelHost } from '@rehearse/testing/test-model-host'

/** When a learner writes this in an interview, the model stops in the middle of its response. */
export const cutOff = 'Now the line is cut.'

export const followUp = 'And what does the second one keep?'
export const remarks = 'Right, and short. Say what it costs.'

/**
 * A fake language model for the interviews of all tests. They run in other processes, so its responses depend only on
 * its input.
 */
export async function startInterviewer(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const host = await startModelHost()
  const ask = says(JSON.stringify({ followUp }))
  const judge = says(JSON.stringify({ marks: { correctness: 4, depth: 2, clarity: 3 }, remarks }))
  host.answer = (reply, request) => {
    const prompt = request.body.messages.map(({ content }) => content).join('\n')
    if (prompt.includes(cutOff)) {
      reply.write('{"choices":')
      reply.destroy()
    } else if (prompt.includes('"marks"')) judge(reply, request)
    else ask(reply, request)
  }
  return { env: { OPENAI_BASE_URL: host.url, OPENAI_MODEL: 'tiny' }, close: host.close }
}
