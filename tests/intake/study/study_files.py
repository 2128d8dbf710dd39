"""Small documents about a study, as bytes."""

VARIABLES = """
  <fileDscr ID="F1"><fileTxt><fileName>people.csv</fileName><fileCont>Persons</fileCont>
    <dimensns><caseQnty>4</caseQnty></dimensns></fileTxt></fileDscr>
  <fileDscr ID="F2"><fileTxt><fileName>houses.csv</fileName></fileTxt></fileDscr>
  <dataDscr>
    <var ID="V1" name="sex" files="F1" wgt-var="V3" nature="nominal">
      <labl>  Sex
        of person </labl><labl xml:lang="fr">Sexe</labl>
      <qstn><preQTxt>Now,</preQTxt><qstnLit>Is NAME male?</qstnLit></qstn>
      <universe>Everybody</universe>
      <sumStat type="vald">3</sumStat><sumStat type="vald" wgtd="wgtd">5.5</sumStat><sumStat type="medn">1</sumStat>
      <catgry><catValu>01</catValu><labl>Male</labl><catStat type="freq">2</catStat></catgry>
      <catgry><catValu>2</catValu><labl>Female</labl></catgry>
      <catgry missing="Y"><catValu>9</catValu><labl>Not stated</labl></catgry>
      <catgry missing="Y"><catValu>Sysmiss</catValu></catgry>
    </var>
    <var ID="V2" name="AGE" files="F1"><labl/>
      <invalrng><range UNITS="REAL" min="900"/><item VALUE="-1"/></invalrng></var>
    <var ID="V3" name="w" files="F1" wgt="wgt"/>
    <var ID="V4" name="rooms" files="F2"><qstn>How many rooms?</qstn></var>
  </dataDscr>
"""
STUDY = """
  <stdyDscr><citation><titlStmt><titl>Census of Popstan</titl><IDNo>POP-1</IDNo></titlStmt></citation>
    <stdyInfo><sumDscr><universe>All residents</universe></sumDscr></stdyInfo></stdyDscr>
"""


def ddi(attributes: str = 'version="2.5" xmlns="ddi:codebook:2_5"', before: str = "", body: str = STUDY + VARIABLES):
    return f'<?xml version="1.0" encoding="UTF-8"?>{before}<codeBook {attributes}>{body}</codeBook>'.encode()


SDMX = b"""<?xml version="1.0"?>
<mes:Structure xmlns:mes="m" xmlns:str="s" xmlns:com="c">
 <mes:Structures><str:Codelists>
  <str:Codelist id="CL_SEX" agencyID="SDMX"><com:Name>Sex</com:Name>
   <str:Code id="M"><com:Name xml:lang="en">Male</com:Name></str:Code>
   <str:Code id="F"><com:Name xml:lang="en">Female</com:Name></str:Code></str:Codelist>
 </str:Codelists>%s</mes:Structures></mes:Structure>"""
STRUCTURE = b"""<str:DataStructures><str:DataStructure id="D"><str:DataStructureComponents><str:DimensionList>
  <str:Dimension id="GENDER"><str:LocalRepresentation><str:Enumeration>%s</str:Enumeration></str:LocalRepresentation>
  </str:Dimension></str:DimensionList></str:DataStructureComponents></str:DataStructure></str:DataStructures>"""
OF_2_0 = b"""<Structure xmlns="x"><CodeLists><CodeList id="CL_SEX"><Name>Sex</Name>
 <Code value="M"><Description>Male</Description></Code></CodeList></CodeLists>
 <KeyFamilies><KeyFamily id="K"><Components><Dimension conceptRef="GENDER" codelist="CL_SEX"/></Components></KeyFamily>
 </KeyFamilies></Structure>"""
