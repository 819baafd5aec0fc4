// A program that plays wherever a host asks it: any legal move, each as likely (docs/programs.md).
//
// MICROCIV_TOKEN=mcb_... node program.mjs https://SITE

const site = process.argv[2].replace(/\/$/, '');
const headers = {
  authorization: `Bearer ${process.env.MICROCIV_TOKEN}`,
  'content-type': 'application/json',
};

/** Ask the site something; with a body it is a POST. */
async function ask(path, body) {
  const method = body ? 'POST' : 'GET';
  const answer = await fetch(site + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) {
    console.error(await answer.text());
    if (answer.status === 401) process.exit(1);
    throw new Error(`status ${answer.status}`);
  }
  return answer;
}

/** Do what a line of the stream asks for. */
async function hear(line) {
  const table = `/api/tables/${line.table}`;
  if (line.type === 'invited') {
    await ask(`${table}/accept`, {});
  } else if (line.type === 'choose') {
    const move = line.legal[Math.floor(Math.random() * line.legal.length)].text;
    const moves = [...line.answer, move];
    await ask(`${table}/answer`, { match: line.match, decision: line.decision, moves });
  } else if (line.type === 'over') {
    console.log(`${line.table}: places ${line.places}`);
  }
}

let after = '';
for (;;) {
  // A stream that ends is gone on with.
  try {
    const { body } = await ask(`/api/bot/events?after=${after}`);
    let rest = '';
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop();
      for (const line of lines.filter(Boolean).map((text) => JSON.parse(text))) {
        await hear(line);
        after = line.id;
      }
    }
  } catch (fault) {
    console.error(fault.message);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
