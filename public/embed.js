// Lets frames of Asyground be as high as what they show (docs/sharing.md, 5).
addEventListener('message', (event) => {
  const told = event.data;
  if (!told || told.type !== 'asyground:size' || !(told.height > 0 && told.height < 20000)) return;
  for (const frame of document.querySelectorAll('iframe[src*="/embed/"]'))
    if (frame.contentWindow === event.source) frame.style.height = `${Math.ceil(told.height)}px`;
});
