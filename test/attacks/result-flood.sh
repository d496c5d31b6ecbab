# tries: ten thousand results
# duration: 10
# from: zip bombs of many small files
tried result-flood
for i in $(seq 1 1500); do echo '<svg></svg>' > r$i.svg; done
